export { drawCaptcha } from './draw.ts'
export { captchaAlphabet, captchaLength, randomCaptchaText } from './text.ts'
