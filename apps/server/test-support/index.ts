export { processEnvironment } from './process-environment.ts'
export { createTestDatabase, type TestDatabase } from './test-database.ts'
export { whileHeld } from './while-held.ts'
