export { adminPassword, withAdministrator } from './administrator.ts'
export { type Suite, startSuite } from './start.ts'
