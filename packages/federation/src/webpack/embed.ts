import { join } from 'node:path'
import webpack, { type Configuration } from 'webpack'
import type { AppOptions } from './base.ts'
import { insertStyle } from './insert-style.ts'
import { DemandIntegrityPlugin } from './integrity.ts'
import { shell } from './shell.ts'

/** Modules of Arco that look elements up in the whole page, or put what opens over it there. */
const pageWide =
  /web-react[\\/]es[\\/](Modal[\\/](modal|confirm)|Portal[\\/]index|Form[\\/]form|DatePicker[\\/]picker)\.js$/

export interface EmbedOptions extends AppOptions {
  /** The module that starts the host, relative to the root. */
  readonly entry: string
  /** The module that exports, as `document`, what Arco is to take for the page. */
  readonly document: string
  /** The module that stands in for the library of cookies: those of somebody else's page are not the suite's. */
  readonly cookies: string
  /** The module that exports, as `localStorage` and `sessionStorage`, what stands in for the browser's. */
  readonly storage: string
}

/**
 * The build of the host for other people's pages, which embed.js brings onto them: the shared modules and the federation
 * runtime as the shell has them, without frame and menu.
 * @returns a webpack configuration
 */
export function embed({ entry, document, cookies, storage, ...options }: EmbedOptions): Configuration {
  const config = shell({ ...options, insertStyle }, { container: 'atrium_embed', entry: { embed: entry } })
  const at = (file: string): string => join(options.root, file)
  return {
    ...config,
    resolve: { ...config.resolve, alias: { ...config.resolve?.alias, 'js-cookie$': at(cookies) } },
    module: {
      rules: [
        ...(config.module?.rules ?? []),
        {
          test: pageWide,
          loader: join(import.meta.dirname, 'page-document.ts'),
          options: { document: at(document) },
        },
      ],
    },
    plugins: [
      ...(config.plugins ?? []),
      new DemandIntegrityPlugin(),
      new webpack.ProvidePlugin({
        localStorage: [at(storage), 'localStorage'],
        sessionStorage: [at(storage), 'sessionStorage'],
      }),
    ],
  }
}
