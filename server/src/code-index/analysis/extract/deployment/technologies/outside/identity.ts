import type { Technology } from "#server/code-index/analysis/extract/deployment/technologies/technology.ts";

/** Who tells who a person is, and that it is a person. */
export const identityServices: readonly Technology[] = [
  {
    name: "OpenID Connect provider",
    kind: "outside",
    modules: "openid-client passport-openidconnect @okta/oidc-middleware github.com/coreos/go-oidc github.com/zitadel/oidc openidconnect mozilla_django_oidc Microsoft.AspNetCore.Authentication.OpenIdConnect social_core social_django allauth.socialaccount.providers.openid_connect oidc-client oidc-client-ts react-oidc-context flask_oidc Jumbojett SocialiteProviders.OIDC express-openid-connect passport-oauth2 authlib.integrations org.springframework.security.oauth2.client",
    constants: "OmniAuth::Strategies::OpenIDConnect OpenIDConnect OpenIDConnectStrategy", packages: ["omniauth_openid_connect", "openid_connect", "ueberauth_oidcc", "assent"],
    addresses: "OIDC OPENID OPENID_CONNECT", keys: "OIDC OPENID OPENID_CONNECT",
    words: "addopenidconnect provider omniauth oidcc genericoauth", clients: /\bAddOpenIdConnect\(|\bprovider\s+:openid_connect\b|\.omniauth\s+:openid_connect\b|Ueberauth\.Strategy\.Oidcc|\bgenericOAuth\(/,
    examples: { clients: ["provider :openid_connect, name: :sso", "builder.AddOpenIdConnect(o => {"] },
  },
  { name: "SAML identity provider", kind: "outside", modules: "@node-saml passport-saml samlify @boxyhq/saml-jackson onelogin.saml2 python3_saml djangosaml2 saml2 pysaml2 github.com/crewjam/saml github.com/russellhaering/gosaml2 OneLogin.Saml2 Aacotroneo.Saml2 org.springframework.security.saml2 Sustainsys.Saml2 ITfoxtec.Identity.Saml2 allauth.socialaccount.providers.saml", constants: "OneLogin::RubySaml OmniAuth::Strategies::SAML", packages: ["ruby-saml", "omniauth-saml"], addresses: "SAML SAML2 SAML_IDP", words: "provider omniauth", clients: /\bprovider\s+:saml\b|\.omniauth\s+:saml\b/ },
  { name: "LDAP directory", kind: "outside", images: /^(?:openldap|lldap|glauth)$/, modules: "ldapjs ldapts passport-ldapauth ldap ldap3 django_auth_ldap github.com/go-ldap/ldap gopkg.in/ldap LdapRecord Novell.Directory.Ldap System.DirectoryServices org.springframework.ldap org.springframework.security.ldap javax.naming.ldap com.unboundid.ldap Symfony.Component.Ldap Laminas.Ldap Adldap LdapTools", constants: "Net::LDAP Exldap", packages: ["net-ldap", "exldap"], addresses: "LDAP LDAP_AUTH", words: "ldap_connect eldap", clients: /\bldap_connect\(|:eldap\.open\(/ },
  { name: "Google sign-in", kind: "outside", modules: "@react-oauth/google google.oauth2.id_token", packages: [], hosts: "accounts.google.com/o/oauth2 oauth2.googleapis.com accounts.google.com/gsi www.googleapis.com/oauth2 openidconnect.googleapis.com accounts.google.com/.well-known accounts.google.com$", keys: "GOOGLE GOOGLE_OAUTH GOOGLE_OAUTH2 GOOGLE_AUTH GOOGLE_SIGN_IN", signIn: "google google_oauth2 google-oauth2 google-oauth20 google_oauth", words: "addgoogle", clients: /\bAddGoogle\(/ },
  { name: "Apple sign-in", kind: "outside", modules: "apple-signin-auth AspNet.Security.OAuth.Apple", hosts: "appleid.apple.com", keys: "APPLE_SIGN_IN SIGN_IN_WITH_APPLE APPLE_OAUTH APPLE_LOGIN", signIn: "apple" , words: "addapple", clients: /\bAddApple\(/ },
  { name: "Facebook", kind: "outside", modules: "fb facebook facebook_business com.restfb com.facebook github.com/huandu/facebook", constants: "Koala", packages: ["koala"], hosts: "graph.facebook.com connect.facebook.net www.facebook.com/dialog/oauth", keys: "FACEBOOK", signIn: "facebook", words: "addfacebook", clients: /\bAddFacebook\(/ },
  { name: "Microsoft Entra ID", kind: "outside", modules: "@azure/msal-node @azure/msal-browser @azure/msal-react msal Microsoft.Identity.Web Microsoft.Identity.Client com.microsoft.aad github.com/AzureAD passport-azure-ad com.azure.spring.cloud", hosts: "login.microsoftonline.com", keys: "AZURE_AD MICROSOFT MICROSOFT_OAUTH ENTRA MSAL", signIn: "microsoft microsoft-entra-id azure-ad azuread azure_activedirectory_v2 microsoft_graph azureadv2 azure_oauth2 entra_id azuread-oauth2 microsoftonline", words: "addmicrosoftaccount addmicrosoftidentitywebapp addmicrosoftidentitywebapi", clients: /\bAddMicrosoft(?:Account|IdentityWebApp|IdentityWebApi)\w*\(/ },
  { name: "X (Twitter)", kind: "outside", modules: "twitter-api-v2 tweepy twitter Tweetinvi Abraham.TwitterOAuth github.com/dghubble/go-twitter", constants: "Twitter::REST X::Client", packages: ["twitter", "x"], hosts: "api.twitter.com api.x.com", keys: "TWITTER", signIn: "twitter twitter2 x", words: "addtwitter", clients: /\bAddTwitter\(/ },
  { name: "LinkedIn", kind: "outside", hosts: "api.linkedin.com www.linkedin.com/oauth", keys: "LINKEDIN", signIn: "linkedin linkedin_oauth2 linkedin-oauth2 linkedin-openid" },
  { name: "Auth0", kind: "outside", modules: "auth0 @auth0/auth0-react @auth0/auth0-vue @auth0/auth0-angular @auth0/auth0-spa-js @auth0/nextjs-auth0 @auth0/auth0-fastify @auth0/auth0-api-js @auth0/auth0-server-js auth0-js com.auth0.client Auth0 com.auth0.AuthenticationController github.com/auth0/go-auth0 express-oauth2-jwt-bearer", constants: "Auth0", packages: ["auth0"], keys: "AUTH0", signIn: "auth0" },
  { name: "Okta", kind: "outside", modules: "@okta okta Okta com.okta github.com/okta", keys: "OKTA", signIn: "okta" },
  { name: "Keycloak", kind: "outside", modules: "keycloak-js keycloak-connect @react-keycloak org.keycloak keycloak Keycloak.AuthServices github.com/Nerzal/gocloak @keycloak", addresses: "KEYCLOAK", keys: "KEYCLOAK", signIn: "keycloak keycloak_openid" },
  { name: "Authentik", kind: "outside", keys: "AUTHENTIK", signIn: "authentik" },
  { name: "Zitadel", kind: "outside", modules: "@zitadel github.com/zitadel/zitadel-go", keys: "ZITADEL", signIn: "zitadel" },
  { name: "WorkOS", kind: "outside", modules: "@workos-inc @workos workos WorkOS github.com/workos", constants: "WorkOS", packages: ["workos"], hosts: "api.workos.com", keys: "WORKOS" },
  { name: "Clerk", kind: "outside", modules: "@clerk clerk_backend_api Clerk.BackendAPI github.com/clerk", keys: "CLERK" },
  { name: "Stytch", kind: "outside", modules: "@stytch stytch github.com/stytchauth", keys: "STYTCH" },
  { name: "Amazon Cognito", kind: "outside", modules: "@aws-sdk/client-cognito-identity-provider amazon-cognito-identity-js aws-jwt-verify Amazon.CognitoIdentityProvider software.amazon.awssdk.services.cognitoidentityprovider github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider", keys: "COGNITO", signIn: "cognito" },
  { name: "Duo", kind: "outside", modules: "github.com/duosecurity duo_universal duo_client @duosecurity Duo DuoUniversal", hosts: "api.duosecurity.com", keys: "DUO DUO_API" },
  { name: "Yubico", kind: "outside", modules: "yubico_client yubico YubicoDotNetClient", hosts: "api.yubico.com", keys: "YUBICO" },
  { name: "reCAPTCHA", kind: "outside", modules: "react-google-recaptcha react-google-recaptcha-v3 django_recaptcha captcha.fields ReCaptcha Anhskohbo.NoCaptcha vue-recaptcha", constants: "Recaptcha", packages: ["recaptcha"], hosts: "www.google.com/recaptcha www.recaptcha.net/recaptcha recaptchaenterprise.googleapis.com", keys: "RECAPTCHA GOOGLE_RECAPTCHA" },
  { name: "hCaptcha", kind: "outside", modules: "@hcaptcha hcaptcha", constants: "HCaptcha", packages: ["hcaptcha"], hosts: "api.hcaptcha.com hcaptcha.com/siteverify hcaptcha.com/1/api.js js.hcaptcha.com", keys: "HCAPTCHA" },
  { name: "Cloudflare Turnstile", kind: "outside", modules: "@marsidev/react-turnstile react-turnstile turnstile ngx-turnstile", hosts: "challenges.cloudflare.com/turnstile", keys: "TURNSTILE CLOUDFLARE_TURNSTILE" },
  { name: "Have I Been Pwned", kind: "outside", modules: "hibp pwnedpasswords", constants: "Pwned", packages: ["pwned", "devise-pwned_password"], hosts: "api.pwnedpasswords.com haveibeenpwned.com/api", keys: "HIBP" },
  { name: "Gravatar", kind: "outside", isShown: true, hosts: "gravatar.com/avatar www.gravatar.com/avatar secure.gravatar.com/avatar", modules: "gravatar Creativeorange.Gravatar" },
  { name: "Akismet", kind: "outside", modules: "akismet Akismet", constants: "Akismet", packages: ["akismet"], hosts: "rest.akismet.com", keys: "AKISMET" },
]; // prettier-ignore

const names = new Set(identityServices.map(({ name }) => name));

/** Whether a service is asked only when somebody signs in or fills in a form. */
export function isForPeople({ name }: Technology): boolean {
  return names.has(name);
}
