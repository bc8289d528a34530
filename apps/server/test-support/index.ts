export { createTestDatabase, type TestDatabase } from './test-database.ts'
export { whileHeld } from './while-held.ts'
