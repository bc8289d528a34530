export { mount } from './mount.ts'
export { routes } from './routes.ts'
