import { boot, pageRemotes } from './app/start.tsx'

void boot(pageRemotes())
