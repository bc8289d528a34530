export { embed } from './embed.ts'
export { remote } from './remote.ts'
export { shell } from './shell.ts'
export { single } from './single.ts'
