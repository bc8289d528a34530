export type { Content, SmsTemplate, TemplateName, TemplateParams } from './params.ts'
export { type Rendered, renderMail, renderSms } from './render.ts'
