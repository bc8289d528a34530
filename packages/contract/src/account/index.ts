export * from './email-calls.ts'
export * from './forgot-calls.ts'
