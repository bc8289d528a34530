import { main } from './startup/main.ts'

await main()
