export * from '../../../caller/token.ts'
