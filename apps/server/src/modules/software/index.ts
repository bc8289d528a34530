export { softwareOf } from './find-software.ts'
export { seedSoftware } from './seed-software.ts'
