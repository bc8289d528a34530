export { testApp } from './app.ts'
export { member, type Person, signedIn, type TenantPerson } from './people.ts'
export { type Suite, startSuite } from './suite.ts'
