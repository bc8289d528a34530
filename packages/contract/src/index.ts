export * from './areas.ts'
export { allCalls } from './calls.ts'
export * from './core/index.ts'
export * from './profile/index.ts'
