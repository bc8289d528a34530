export { loadSecrets, type SecretSource, type Secrets, secretsFrom } from './load.ts'
