/**
 * A server in a process of its own. Its settings come by the environment; the one argument, if there is one,
 * is the folder of front ends to serve instead of the suite's own. Tells whoever started it its address.
 */
import { readConfig, startServer } from '@atrium/server'

const config = readConfig(process.env)
const [webFolder = config.webFolder] = process.argv.slice(2)
const server = await startServer({ ...config, webFolder })
const stop = () => void server.close().then(() => process.exit(0))
process.once('SIGTERM', stop)
// Whoever started it is gone.
process.once('disconnect', stop)
process.send?.(server.address)
