import { serve } from '../start/serve.ts'

// A deployment has neither demonstration data nor a sandbox unless it asks for them.
await serve({ ...process.env, DEMO: process.env.DEMO?.trim() || '0' })
