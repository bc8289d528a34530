import { boot } from './app/start.tsx'
import { pageRemotes } from './remotes/page-remotes.ts'

void boot(pageRemotes())
