import type { ActionFilterRules } from "#server/code-index/analysis/extract/routing/action-filter-rules.ts";
import type { WebFramework } from "#server/code-index/analysis/extract/routing/web-framework.ts";

/** What controllers and the modules that they include run before their actions. */
export const railsFilters: ActionFilterRules = {
  text: /\bclass\s+[\w:]*Controller\b|\bbefore_(?:action|filter)\b|\bActiveSupport::Concern\b/,
  words: {
    before_action: "before",
    prepend_before_action: "before",
    append_before_action: "before",
    before_filter: "before",
    skip_before_action: "skip",
    skip_before_filter: "skip",
    load_and_authorize_resource: "itself",
    authorize_resource: "itself",
    http_basic_authenticate_with: "itself",
  },
  blocks: /^(?:included|prepended|class_methods|with_options|class_eval)$/,
  classes: /Controller$/,
  stops:
    /\b(?:head|render\w*|redirect\w*|raise|halt|throw|fail|abort|respond\w*|request_\w+|require_\w+|deny\w*|forbid\w*|forbidden|unauthorized|not_found|access_denied|warden|\w*authenticate\w*!|authenticate_or_\w+|authenticate_with_http\w*|authorize\w*|render_\w+|\w+_error|\w+!|send\w*)(?![\w])/,
};

export const railsFiltersExample: WebFramework["examples"][number] = {
  files: {
    "config/routes.rb": `
Rails.application.routes.draw do
  authenticate :user do
    get "inbox" => "inbox#index"
  end
  namespace :api do
    resources :boats, only: [:index, :show, :create, :destroy]
    resource :tide, only: [:show]
  end
  get "home", to: "home#index"
  resources :signs, only: [:index, :show]
end
`,
    "app/controllers/application_controller.rb": `
class ApplicationController < ActionController::Base
  include SignedIn
  protect_from_forgery
  before_action :authenticate_user, :set_locale
  before_action :verify_authenticity_token
end
`,
    "app/controllers/concerns/signed_in.rb": `
module SignedIn
  extend ActiveSupport::Concern
  included do
    before_action :require_login, if: :private_mode?
  end
  class_methods do
    def verify_session_before(**)
      before_action(:redirect_to_login, **)
    end
  end
  # Raises nothing.
  def authenticate_user
    @user = User.find_by(token: session[:u])
  end
  def require_login
    redirect_to login_path unless @user
  end
end
`,
    "app/controllers/home_controller.rb": `
class HomeController < ApplicationController
  skip_before_action :require_login, only: [:index]
  before_action :require_admin, only: ADMIN_ACTIONS
end
`,
    "app/controllers/api/base_controller.rb": `
module API
  class BaseController < ApplicationController
    skip_before_action :require_login
    require_account_type :crew
    before_action -> { doorkeeper_authorize! :read }
  end
end
`,
    "app/controllers/api/boats_controller.rb": `
class API::BoatsController < API::BaseController
  with_options only: :destroy do
    before_action :require_admin, :find_boat
  end
  before_action :require_owner!, except: %i[index show]
end
`,
    "app/controllers/signs_controller.rb": `
class SignsController < ApplicationController
  skip_authentication only: :index
  before_action :require_user!
  before_action :require_admin
end
`,
    "app/controllers/api/tides_controller.rb": `
module API
  class TidesController < BaseController
    verify_session_before
  end
end
`,
  },
  endpoints: [
    "GET /inbox",
    "GET /api/boats",
    "POST /api/boats",
    "GET /api/boats/:id",
    "DELETE /api/boats/:id",
    "GET /api/tide",
    "GET /home",
    "GET /signs",
    "GET /signs/:id",
  ],
  guards: {
    "GET /inbox": ["authenticate user"],
    "GET /api/boats": ["doorkeeper_authorize!"],
    "GET /api/boats/:id": ["doorkeeper_authorize!"],
    "POST /api/boats": ["doorkeeper_authorize!", "require_owner!"],
    "DELETE /api/boats/:id": ["doorkeeper_authorize!", "require_admin", "require_owner!"],
    "GET /signs": ["require_user!", "require_admin"],
    "GET /signs/:id": ["require_login, if: :private_mode?", "require_user!", "require_admin"],
    "GET /api/tide": ["doorkeeper_authorize!", "verify_session_before"],
  },
};
