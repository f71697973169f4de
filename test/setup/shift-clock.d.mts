export declare const shiftClock: (ms: number) => void
