export { beginSession } from './begin-session.ts'
export { type Caller, holdsOnPlatform, type Membership, tenantsHolding, tenantsOf } from './caller.ts'
export { type EndReason, endSession, endSessions } from './end-sessions.ts'
export { findCaller, type SessionRefusal } from './find-caller.ts'
