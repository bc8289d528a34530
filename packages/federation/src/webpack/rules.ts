import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import type { RuleSetRule } from 'webpack'
import { trimmedModules } from './trimmed.ts'

const typescript: RuleSetRule = {
  test: /\.tsx?$/,
  exclude: /node_modules/,
  loader: 'swc-loader',
  options: {
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: true },
      transform: { react: { runtime: 'automatic' } },
    },
  },
}

const styles: RuleSetRule = {
  test: /\.css$/,
  use: [MiniCssExtractPlugin.loader, { loader: 'css-loader', options: { modules: { auto: true } } }],
}

/** How source files become modules: TypeScript by swc, CSS into files of its own, pictures as URLs. */
export const rules: RuleSetRule[] = [
  typescript,
  styles,
  { test: /\.(svg|png)$/, type: 'asset/resource' },
  ...trimmedModules,
]
