import { join } from 'node:path'
import webpack, { type Configuration } from 'webpack'
import type { AppOptions } from './base.ts'
import { insertStyle } from './insert-style.ts'
import { DemandIntegrityPlugin } from './integrity.ts'
import { shell } from './shell.ts'

/** Modules of Arco that look up elements in the whole document, or insert popups there. */
const pageWide =
  /web-react[\\/]es[\\/](Modal[\\/](modal|confirm)|Portal[\\/]index|Form[\\/]form|DatePicker[\\/]picker)\.js$/

interface EmbedOptions extends AppOptions {
  /** Module that starts the host, relative to the root. */
  readonly entry: string
  /** Module that exports `document`: a replacement for Arco, limited to the suite's part of the page. */
  readonly document: string
  /** Module that replaces the cookie library, because the embedding page's cookies do not belong to the suite. */
  readonly cookies: string
  /** Module that exports `localStorage` and `sessionStorage` in place of the browser's. */
  readonly storage: string
}

/**
 * Builds the host that embed.js loads on embedding pages. It has the same shared modules and federation runtime as
 * the shell, but no frame and no menu.
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
