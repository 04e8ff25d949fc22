import type { Technology } from "#server/code-index/analysis/extract/deployment/technologies/technology.ts";

/** Who delivers mail, and the lists it goes to. */
export const mailServices: readonly Technology[] = [
  {
    name: "SMTP server",
    kind: "outside",
    modules: "nodemailer smtplib aiosmtplib net/smtp gopkg.in/gomail github.com/wneessen/go-mail github.com/jordan-wright/email github.com/xhit/go-simple-mail github.com/emersion/go-smtp lettre org.springframework.mail jakarta.mail javax.mail org.simplejavamail MailKit System.Net.Mail.SmtpClient PHPMailer @nestjs-modules/mailer fastapi_mail flask_mail mail-send mail_send org.apache.commons.mail io.quarkus.mailer FluentEmail.Smtp FluentEmail.MailKit github.com/knadh/smtppool",
    addresses: "SMTP EMAIL MAIL MAILER EMAIL_SMTP MAIL_SMTP EMAIL_SERVER",
    words: "smtp smtp_settings smtpclient delivery_method email_backend send_mail emailmessage emailmultialternatives mailer_dsn swoosh bamboo gen_smtp transport", clients:
      /\bsmtp_settings\s*=|delivery_method\s*=\s*:smtp\b|django\.core\.mail\.backends\.smtp|\bfrom django\.core\.mail import|Swoosh\.Adapters\.SMTP|Bamboo\.SMTPAdapter|\bMAILER_DSN\b|['"]transport['"]\s*=>\s*['"]smtp['"]|\bnew SmtpClient\(/,
    examples: { clients: ["config.action_mailer.smtp_settings = settings", "from django.core.mail import send_mail", "adapter: Swoosh.Adapters.SMTP,"], others: ['delivery_method = :test'] },
  },
  { name: "IMAP server", kind: "outside", modules: "imapflow imaplib imap_tools github.com/emersion/go-imap MailKit.Net.Imap Webklex node-imap imap-simple async-imap imap", constants: "Net::IMAP", addresses: "IMAP", words: "imap", clients: /\bNet::IMAP\.new\(|\bimap_open\(/ },
  {
    name: "Amazon SES",
    kind: "outside",
    modules: "@aws-sdk/client-ses @aws-sdk/client-sesv2 github.com/aws/aws-sdk-go-v2/service/ses github.com/aws/aws-sdk-go-v2/service/sesv2 github.com/aws/aws-sdk-go/service/ses github.com/aws/aws-sdk-go/service/sesv2 Aws.Ses Aws.SesV2 Amazon.SimpleEmail Amazon.SimpleEmailV2 software.amazon.awssdk.services.ses software.amazon.awssdk.services.sesv2 com.amazonaws.services.simpleemail aws_sdk_ses aws_sdk_sesv2 django_ses",
    constants: "Aws::SES Aws::SESV2 ExAws.SES Aws::SES::Client", packages: ["aws-sdk-ses", "aws-sdk-sesv2", "aws-sdk-rails", "ex_aws_ses", "django-ses"],
    keys: "SES AWS_SES", words: "boto3 delivery_method swoosh ses ses_v2", clients: /boto3\.client\(\s*["']ses(?:v2)?["']|delivery_method\s*=\s*:(?:aws_)?ses\b|Swoosh\.Adapters\.AmazonSES|anymail\.backends\.amazon_ses/,
    option: /['"]transport['"]\s*=>\s*['"]ses(?:-v2)?['"]/, optionPackages: ["aws/aws-sdk-php"],
    examples: { clients: ["ses = boto3.client('ses')"] },
  },
  { name: "SendGrid", kind: "outside", modules: "@sendgrid sendgrid SendGrid github.com/sendgrid com.sendgrid", constants: "SendGrid", packages: ["sendgrid-ruby", "sendgrid-actionmailer"], hosts: "api.sendgrid.com smtp.sendgrid.net", keys: "SENDGRID", words: "swoosh bamboo sendgrid anymail", clients: /Swoosh\.Adapters\.Sendgrid|Bamboo\.SendGridAdapter|anymail\.backends\.sendgrid/, examples: { clients: ["adapter: Swoosh.Adapters.Sendgrid"] } },
  { name: "Mailgun", kind: "outside", modules: "mailgun.js mailgun-js mailgun Mailgun github.com/mailgun/mailgun-go nodemailer-mailgun-transport", constants: "Mailgun", packages: ["mailgun-ruby"], hosts: "api.mailgun.net api.eu.mailgun.net", keys: "MAILGUN", words: "swoosh bamboo mailgun anymail", clients: /Swoosh\.Adapters\.Mailgun|Bamboo\.MailgunAdapter|anymail\.backends\.mailgun/, option: /['"]transport['"]\s*=>\s*['"]mailgun['"]/, optionPackages: ["symfony/mailgun-mailer"] },
  { name: "Postmark", kind: "outside", modules: "postmark postmarker Postmark PostmarkDotNet github.com/keighl/postmark github.com/mrz1836/postmark", constants: "Postmark", packages: ["postmark", "postmark-rails"], hosts: "api.postmarkapp.com smtp.postmarkapp.com", keys: "POSTMARK", words: "swoosh bamboo postmark delivery_method anymail", clients: /Swoosh\.Adapters\.Postmark|Bamboo\.PostmarkAdapter|delivery_method\s*=\s*:postmark\b|anymail\.backends\.postmark/, option: /['"]transport['"]\s*=>\s*['"]postmark['"]/, optionPackages: ["symfony/postmark-mailer", "wildbit/swiftmailer-postmark"] },
  { name: "Resend", kind: "outside", modules: "resend Resend github.com/resend @documenso/nodemailer-resend", constants: "Resend", packages: ["resend"], hosts: "api.resend.com smtp.resend.com", keys: "RESEND", option: /['"]transport['"]\s*=>\s*['"]resend['"]/, optionPackages: ["resend/resend-laravel", "resend/resend-php"] },
  { name: "Mailjet", kind: "outside", modules: "node-mailjet mailjet_rest Mailjet com.mailjet github.com/mailjet", constants: "Mailjet", packages: ["mailjet"], hosts: "api.mailjet.com", keys: "MAILJET" },
  { name: "Brevo", kind: "outside", modules: "@getbrevo sib-api-v3-sdk sib_api_v3_sdk brevo_python Brevo SendinBlue", hosts: "api.brevo.com api.sendinblue.com", keys: "BREVO SENDINBLUE" },
  { name: "SparkPost", kind: "outside", optionPackages: [], modules: "sparkpost SparkPost github.com/SparkPost", hosts: "api.sparkpost.com api.eu.sparkpost.com", keys: "SPARKPOST" },
  { name: "Mandrill", kind: "outside", optionPackages: [], modules: "@mailchimp/mailchimp_transactional mandrill-api mandrill Mandrill MailchimpTransactional", hosts: "mandrillapp.com/api", keys: "MANDRILL" },
  { name: "Mailchimp", kind: "outside", modules: "@mailchimp/mailchimp_marketing mailchimp3 mailchimp_marketing MailchimpMarketing DrewM.MailChimp MailChimp", constants: "Gibbon", packages: ["gibbon"], hosts: "api.mailchimp.com", keys: "MAILCHIMP" },
  { name: "MailerSend", kind: "outside", modules: "mailersend MailerSend github.com/mailersend", hosts: "api.mailersend.com", keys: "MAILERSEND" },
  { name: "MailChannels", kind: "outside", modules: "@documenso/nodemailer-mailchannels", hosts: "api.mailchannels.net", keys: "MAILCHANNELS" },
  { name: "Plunk", kind: "outside", modules: "@plunk", hosts: "api.useplunk.com", keys: "PLUNK" },
  { name: "Loops", kind: "outside", modules: "loops", hosts: "app.loops.so/api", keys: "LOOPS" },
  { name: "ConvertKit", kind: "outside", hosts: "api.convertkit.com api.kit.com", keys: "CONVERTKIT" },
  { name: "Customer.io", kind: "outside", modules: "customerio-node customerio github.com/customerio Customerio", constants: "Customerio", packages: ["customerio"], hosts: "track.customer.io api.customer.io", keys: "CUSTOMER_IO CUSTOMERIO", words: "customerio", clients: /^\s*config :customerio\b/m },
  { name: "Klaviyo", kind: "outside", modules: "klaviyo-api klaviyo_api KlaviyoAPI", hosts: "a.klaviyo.com", keys: "KLAVIYO" },
  { name: "Braze", kind: "outside", modules: "@braze braze", keys: "BRAZE" },
  { name: "Nylas", kind: "outside", modules: "nylas Nylas com.nylas", hosts: "api.nylas.com api.us.nylas.com", keys: "NYLAS" },
]; // prettier-ignore
