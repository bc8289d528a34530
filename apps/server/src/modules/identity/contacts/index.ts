export { emailKey, phoneKey } from './keys.ts'
export { maskedEmail, maskedPhone, phoneMaskOf } from './mask.ts'
