export { clockOf, differences, type Images, imagesOf } from './images.ts'
