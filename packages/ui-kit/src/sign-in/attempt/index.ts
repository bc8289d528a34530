import './attempt.css'

export { AttemptForm } from './AttemptForm.tsx'
export { Refused } from './Refused.tsx'
export { type AttemptOptions, useAttempt } from './useAttempt.ts'
export { useRefusal } from './useRefusal.ts'
