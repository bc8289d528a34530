export { testApp } from './app.ts'
export { type Person, signedIn, signedInMember, type TenantPerson } from './people.ts'
export { describePlainEntity, plainEntityKit } from './plain-entity.ts'
export { type Suite, startSuite } from './suite.ts'
