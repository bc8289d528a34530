import { main } from './startup/index.ts'

await main()
