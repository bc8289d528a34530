export { guard } from './guard.ts'
export { listen } from './listen.ts'
