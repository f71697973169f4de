/**
 * JSX in production, where `jsx` and `jsxs` of React are one function: under one name the calls compress better. In development they
 * differ in what they check.
 */
export { Fragment, jsx, jsx as jsxs } from "./react.js"
