export { create as createStore } from 'zustand'
