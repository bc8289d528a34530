export { keepingAnAdministrator } from './administrators.ts'
export { type Granting, grantableRoles, grantsMore, menusBeyond, refuseUngrantableRole } from './grantable.ts'
export { refuseUnlessReaches } from './reach.ts'
