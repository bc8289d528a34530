import { boot, pageRemotes } from './boot/index.ts'

void boot(pageRemotes())
