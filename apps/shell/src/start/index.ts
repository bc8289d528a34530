export { firstPath } from './first-path.ts'
export { prepare } from './prepare.ts'
