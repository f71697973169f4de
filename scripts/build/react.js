/**
 * What the console, wouter and valtio use of React, as the exports of an ES module: part of the console, put in place of React's
 * packages by console.mjs. These are CommonJS: without this file esbuild would look up each use in an object (`(0, r.useState)(…)`),
 * which is 7 KB more after brotli. Where a name is missing that is imported by name, the build ends with "No matching export".
 */
import React from "react"
import jsxRuntime from "react/jsx-runtime"
import ReactDOM from "react-dom"
import client from "react-dom/client"

export const { Activity, Component, Fragment, cloneElement, createContext, createElement, forwardRef, isValidElement } = React
export const { memo, startTransition, use, useCallback, useContext, useDebugValue, useDeferredValue, useEffect } = React
export const { useEffectEvent, useId, useInsertionEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } = React
export const { useSyncExternalStore, useTransition } = React
export const { jsx, jsxs } = jsxRuntime
export const { createPortal, flushSync } = ReactDOM
export const { createRoot, hydrateRoot } = client
