export { emailKey, phoneKey } from './keys.ts'
export { maskedPhone, phoneMaskOf } from './mask.ts'
