export { testApp } from './app.ts'
export type { Person, TenantPerson } from './people.ts'
export { type Suite, startSuite } from './suite.ts'
