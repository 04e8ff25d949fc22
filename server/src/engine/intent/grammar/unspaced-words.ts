const listed = (words: string): readonly string[] => words.split(/\s+/).filter(Boolean);

/** Words of Chinese and Japanese that only ask or join; single letters say nothing alone anyway. */
export const unspacedStopWords = listed(`
  什么 怎么 怎样 怎么样 怎么办 如何 哪里 哪儿 哪个 哪些 为什么 多少 是否 可以 能否 能够 我们 他们 它们 你们 这个 那个 这些 那些 时候 以后 之后 之前
  以前 如果 然后 或者 以及 并且 一个 没有 几次 几个 一次 多久 多大 多长 需要 应该 功能 作用 工作 实现 会不会 是不是 在哪里 有没有 代码 发生 情况
  甚麼 什麼 怎麼 哪裡 為什麼
  どこ どの どれ どう なぜ いつ だれ なに これ それ あれ この その する した して します ます です ある いる ない こと もの ため とき から まで より
  では には また どのように できる`);

/** Words of theirs that occur in questions about anything. */
export const unspacedWeakWords = listed(`
  默认 用户 数据 处理 设置 添加 新增 创建 新建 更新 修改 运行 执行 启动 开始 请求 响应 消息 名称 类型 打开 显示 支持 提供 获取 读取 写入 保存 存储
  加载 发送 检查 计算 管理 当前 服务 服务器 客户端 接口
  デフォルト ユーザー データ 処理 設定 追加 作成 実行 表示 取得 サーバー`);
