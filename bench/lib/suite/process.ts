/**
 * Runs a server as a separate process. Its settings come from the environment; the optional argument is a folder of
 * front ends that replaces the suite's own. It sends its address to its parent.
 */
import { readConfig, startServer } from '@atrium/server'

const config = readConfig(process.env)
const [webFolder = config.webFolder] = process.argv.slice(2)
const server = await startServer({ ...config, webFolder })
const stop = () => void server.close().then(() => process.exit(0))
process.once('SIGTERM', stop)
// The parent process has ended.
process.once('disconnect', stop)
process.send?.(server.address)
