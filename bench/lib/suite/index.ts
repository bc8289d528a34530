export { adminPassword, withAdministrator } from './administrator.ts'
export { type Suite, type SuiteOptions, startSuite } from './start.ts'
