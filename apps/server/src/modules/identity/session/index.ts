export { beginSession } from './begin-session.ts'
