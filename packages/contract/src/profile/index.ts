export { ProfileError, parseProfile } from './parse-profile.ts'
export { Profile, type SessionLifetime } from './profile.ts'
