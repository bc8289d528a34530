export { processEnvironment } from './process-environment.ts'
export { programFile } from './program.ts'
export { createTestDatabase, type TestDatabase } from './test-database.ts'
export { whileLocked } from './while-locked.ts'
