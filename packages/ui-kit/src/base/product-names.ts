export { listNames, productNameIn as nameIn } from '@atrium/contract'
