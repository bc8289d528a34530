import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import webpack from 'webpack'

const folder = import.meta.dirname
const compiler = webpack({
  mode: 'production',
  context: folder,
  entry: './src/index.jsx',
  output: { path: join(folder, 'dist'), filename: 'portal.js' },
  module: {
    rules: [
      {
        test: /\.jsx$/,
        loader: 'swc-loader',
        options: {
          jsc: {
            parser: { syntax: 'ecmascript', jsx: true },
            transform: { react: { runtime: 'automatic' } },
          },
        },
      },
    ],
  },
})
compiler.run((error, stats) => {
  if (error || stats?.hasErrors()) {
    console.error(error ?? stats?.toString('errors-only'))
    process.exitCode = 1
  }
  compiler.close(async () => copyFile(join(folder, 'index.html'), join(folder, 'dist/index.html')))
})
