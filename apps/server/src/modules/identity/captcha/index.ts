export { answerHash, type CaptchaAnswer, captchaAnswer } from './answer.ts'
export { askCaptcha, type CaptchaOutcome } from './ask-captcha.ts'
export { issueCaptcha } from './issue-captcha.ts'
