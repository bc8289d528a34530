import MiniCssExtractPlugin from 'mini-css-extract-plugin'
import type { RuleSetRule } from 'webpack'

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

/** Loads TypeScript with swc, extracts CSS into its own files and emits pictures as URLs. */
export const rules: RuleSetRule[] = [typescript, styles, { test: /\.(svg|png)$/, type: 'asset/resource' }]
