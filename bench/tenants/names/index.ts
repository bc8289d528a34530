export { chineseNames } from './chinese.ts'
export { latinNames } from './latin.ts'
export type { Names } from './names.ts'
