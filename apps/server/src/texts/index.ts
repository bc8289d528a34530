export { translator } from './translator.ts'
