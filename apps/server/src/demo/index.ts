export { type DemoAccount, type DemoOptions, seedDemo } from './seed-demo.ts'
