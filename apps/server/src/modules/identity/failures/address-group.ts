export * from '../../../caller/client.ts'
