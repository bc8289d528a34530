import { main } from './app/startup/main.ts'

await main()
