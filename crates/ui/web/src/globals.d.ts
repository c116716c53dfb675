/** Version of Orderdock, inserted by the build. */
declare const __VERSION__: string;
